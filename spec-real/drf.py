# A list of Django REST framework: python3 drf.py PORT DIRECTORY IDS
import json, sys
import django
from django.conf import settings

port, directory, ids = sys.argv[1:]
settings.configure(
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=["rest_framework"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{directory}/items.sqlite"}},
    REST_FRAMEWORK={"DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_PERMISSION_CLASSES": [], "UNAUTHENTICATED_USER": None},
)
django.setup()

from wsgiref.simple_server import make_server

from django.core.wsgi import get_wsgi_application
from django.db import connection, models
from django.urls import include, path
from rest_framework import pagination, routers, serializers, viewsets


class Item(models.Model):
    id = models.CharField(primary_key=True, max_length=20)

    class Meta:
        app_label = "items"


class ItemSerializer(serializers.ModelSerializer):
    class Meta:
        model = Item
        fields = ["id"]


def items(paginated):
    options = {"ordering": "id"} if paginated is pagination.CursorPagination else {}

    class Items(viewsets.ModelViewSet):
        queryset = Item.objects.order_by("id")
        serializer_class = ItemSerializer
        pagination_class = type("Paged", (paginated,), {"page_size": 4, "default_limit": 4, **options})

    return Items


router = routers.SimpleRouter()
router.register("pages", items(pagination.PageNumberPagination), "pages")
router.register("offsets", items(pagination.LimitOffsetPagination), "offsets")
router.register("cursors", items(pagination.CursorPagination), "cursors")
urlpatterns = [path("", include(router.urls))]

with connection.schema_editor() as editor:
    editor.create_model(Item)
Item.objects.bulk_create(Item(id=id) for id in json.loads(ids))
make_server("127.0.0.1", int(port), get_wsgi_application()).serve_forever()
